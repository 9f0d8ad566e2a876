export { createApiClient, type ApiClient, type CallOptions } from './api-client.ts';
export { ApiError } from './api-error.ts';
export { errorText, firstErrorText } from './error-text.ts';
