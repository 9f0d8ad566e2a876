import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '@portico/api-client';
import {
  createRule,
  deleteRule,
  listRules,
  previewRule,
  replaceRule,
  RulePreviewBody,
  type RuleCreate,
  type RuleUpdate,
  takeOverRule,
} from '@portico/contracts/http/rules';
import { QUIET, readQuery, useChange } from '../../api/calls.ts';

export const RULES_KEY = ['rules'];

/** Rules that the viewer may see, the oldest first. */
export const rulesQuery = (api: ApiClient) => readQuery(api, [...RULES_KEY, 'list'], listRules, { query: {} }, QUIET);

/** @param body JSON of the view and its owner */
export const rulePreviewQuery = (api: ApiClient, body: string) =>
  readQuery(
    api,
    [...RULES_KEY, 'preview', body],
    previewRule,
    { body: RulePreviewBody.parse(JSON.parse(body)) },
    { retry: false, ...QUIET },
  );

export const useRuleMutations = () => {
  const queryClient = useQueryClient();
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: RULES_KEY });
  return {
    create: useChange(createRule, (rule: RuleCreate) => ({ body: rule }), { onSettled }),
    replace: useChange(
      replaceRule,
      ({ id, rule }: { id: number; rule: RuleUpdate }) => ({ params: { id }, body: rule }),
      { onSettled },
    ),
    takeOver: useChange(takeOverRule, (id: number) => ({ params: { id } }), { onSettled }),
    remove: useChange(deleteRule, (id: number) => ({ params: { id } }), { onSettled }),
  };
};
