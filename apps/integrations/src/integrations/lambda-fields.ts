import { type IntegrationType, lambdaFaults } from '@portico/contracts/http/integrations';
import { Problem } from '@portico/service';

type Fields = { integrationType: IntegrationType; accountId?: string | null; region?: string | null };

/**
 * Requires the account and region of an integration of type lambda, and clears both fields of other types.
 * @throws Problem `validation_failed` that names each missing or wrong field.
 */
export function settleLambdaFields(fields: Fields): void {
  if (fields.integrationType !== 'lambda') {
    fields.accountId = null;
    fields.region = null;
    return;
  }
  const faults = lambdaFaults(fields);
  if (faults.length > 0)
    throw new Problem('validation_failed', 'A lambda integration needs an account and a region', faults);
}
