import { Body, Controller, Param, Query } from '@nestjs/common';
import { IdParams } from '@portico/contracts/common/ids';
import { OwnerQuery } from '@portico/contracts/common/owners';
import type { Page } from '@portico/contracts/common/page';
import {
  createRule,
  deleteRule,
  getRule,
  listRules,
  previewRule,
  replaceRule,
  type Rule,
  RuleCreate,
  type RulePreview,
  RulePreviewBody,
  RuleUpdate,
  takeOverRule,
} from '@portico/contracts/http/rules';
import { type Caller, CurrentCaller, Serve } from '@portico/service';
import { RulePreviews } from './rule-previews.service.ts';
import { RulesService } from './rules.service.ts';

@Controller()
export class RulesController {
  constructor(
    private readonly rules: RulesService,
    private readonly previews: RulePreviews,
  ) {}

  @Serve(listRules)
  list(@CurrentCaller() caller: Caller, @Query({ schema: OwnerQuery }) query: OwnerQuery): Promise<Page<Rule>> {
    return this.rules.list(caller, query);
  }

  @Serve(getRule)
  get(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Rule> {
    return this.rules.get(caller, id);
  }

  @Serve(createRule)
  create(@CurrentCaller() caller: Caller, @Body({ schema: RuleCreate }) body: RuleCreate): Promise<Rule> {
    return this.rules.create(caller, body);
  }

  @Serve(previewRule)
  preview(
    @CurrentCaller() caller: Caller,
    @Body({ schema: RulePreviewBody }) body: RulePreviewBody,
  ): Promise<RulePreview> {
    return this.previews.preview(caller, body);
  }

  @Serve(replaceRule)
  replace(
    @CurrentCaller() caller: Caller,
    @Param({ schema: IdParams }) { id }: IdParams,
    @Body({ schema: RuleUpdate }) body: RuleUpdate,
  ): Promise<Rule> {
    return this.rules.replace(caller, id, body);
  }

  @Serve(takeOverRule)
  takeOver(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<Rule> {
    return this.rules.takeOver(caller, id);
  }

  @Serve(deleteRule)
  delete(@CurrentCaller() caller: Caller, @Param({ schema: IdParams }) { id }: IdParams): Promise<void> {
    return this.rules.delete(caller, id);
  }
}
