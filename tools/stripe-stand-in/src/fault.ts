type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error';
type Fields = { code?: string; param?: string; type?: ErrorType };

export class StripeFault extends Error {
  readonly status: number;
  readonly fields: Fields;

  constructor(status: number, message: string, fields: Fields = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }

  toBody(): object {
    return { error: { message: this.message, type: 'invalid_request_error', ...this.fields } };
  }
}

export const missing = (kind: string, id: string, param: string): StripeFault =>
  new StripeFault(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
