import { PROOF_HEADER, signUp, type LeadSignUp, type VendorSignUp } from '@portico/contracts/http/identity';
import { usePublicApi } from '../../api/use-api.ts';
import { tellFormFailure } from '../../shared/messages/toasts.ts';
import { passBotCheck, type BotCheckSettings } from './bot-check.ts';

/** The fields of a form. A zip code is text here, because a number would lose leading zeros. */
type PublicForm =
  | ({ usertype: 'lead' } & Omit<LeadSignUp, 'usertype'>)
  | ({ usertype: 'vendor' } & Omit<VendorSignUp, 'usertype' | 'zipCode'> & { zipCode: string });

export type SubmissionOptions = {
  botCheck: BotCheckSettings;
  /** Name of the form in the bot check. */
  action: string;
  /** Toast shown if the bot check or the server rejects the form. */
  failure: Parameters<typeof tellFormFailure>[0];
};

const orToast = async <Value>(failure: SubmissionOptions['failure'], work: Promise<Value>): Promise<Value> => {
  try {
    return await work;
  } catch (error) {
    tellFormFailure(failure, error);
    throw error;
  }
};

/** Returns a function that runs the bot check and sends the form. If either fails, the function shows a toast and rejects. */
export const useSubmission = () => {
  const api = usePublicApi();
  return async ({ botCheck, action, failure }: SubmissionOptions, body: PublicForm): Promise<void> => {
    const proof = await orToast('botCheck', passBotCheck(api, botCheck, action));
    await orToast(failure, api.call(signUp, { headers: { [PROOF_HEADER]: proof }, body }));
  };
};
