import { errorText } from '@portico/api-client';
import type { Rule } from '@portico/contracts/http/rules';
import { DeleteConfirmation } from '@portico/ui';
import { ruleSentence } from '../../../shared/notices/rule-words.ts';

export type DeleteRuleProps = {
  rule: Rule;
  error: unknown;
  isPending: boolean;
  onDelete: () => void;
  onClose: () => void;
};

/** Asks before a rule is deleted. */
export const DeleteRule = ({ rule, error, ...rest }: DeleteRuleProps) => (
  <DeleteConfirmation
    {...rest}
    entity="rule"
    identifier={`“${ruleSentence(rule)}”`}
    {...(error !== null && { error: errorText(error) })}
  />
);
