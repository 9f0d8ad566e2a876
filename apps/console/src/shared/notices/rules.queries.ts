import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { useApi } from '../../api/use-api.ts';

export const RULES_KEY = ['rules'];

/** Rules that the viewer may see, the oldest first. */
export const rulesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'list'],
    queryFn: ({ signal }) => api.call(listRules, { query: {}, signal }),
    meta: { isQuiet: true },
  });

/**
 * Previews an alert on a view.
 * @param body - JSON of the view and its owner
 */
export const rulePreviewQuery = (api: ApiClient, body: string) =>
  queryOptions({
    queryKey: [...RULES_KEY, 'preview', body],
    queryFn: ({ signal }) => api.call(previewRule, { body: RulePreviewBody.parse(JSON.parse(body)), signal }),
    retry: false,
    meta: { isQuiet: true },
  });

export const useRuleMutations = () => {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSettled = () => void queryClient.invalidateQueries({ queryKey: RULES_KEY });
  return {
    create: useMutation({ mutationFn: (rule: RuleCreate) => api.call(createRule, { body: rule }), onSettled }),
    replace: useMutation({
      mutationFn: ({ id, rule }: { id: number; rule: RuleUpdate }) =>
        api.call(replaceRule, { params: { id }, body: rule }),
      onSettled,
    }),
    takeOver: useMutation({ mutationFn: (id: number) => api.call(takeOverRule, { params: { id } }), onSettled }),
    remove: useMutation({ mutationFn: (id: number) => api.call(deleteRule, { params: { id } }), onSettled }),
  };
};
