import { PROOF_HEADER, signUp, type LeadSignUp, type VendorSignUp } from '@portico/contracts/http/identity';
import { usePublicApi } from '../../api/use-api.ts';
import { tellFormFailure } from '../../shared/messages/toasts.ts';
import { passBotCheck, type BotCheckSettings } from './bot-check.ts';

/** The fields of a form besides its usertype. A zip code is text here, because a number loses leading zeros. */
type PublicForm =
  | ({ usertype: 'lead' } & Omit<LeadSignUp, 'usertype'>)
  | ({ usertype: 'vendor' } & Omit<VendorSignUp, 'usertype' | 'zipCode'> & { zipCode: string });

export type SubmissionOptions = {
  botCheck: BotCheckSettings;
  /** The form's name for the bot check. */
  action: string;
  /** The toast for a rejection. */
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

/** Returns a function that runs the bot check and sends the form. It shows failures in a toast and rejects. */
export const useSubmission = () => {
  const api = usePublicApi();
  return async ({ botCheck, action, failure }: SubmissionOptions, body: PublicForm): Promise<void> => {
    const proof = await orToast('botCheck', passBotCheck(api, botCheck, action));
    await orToast(failure, api.call(signUp, { headers: { [PROOF_HEADER]: proof }, body }));
  };
};
