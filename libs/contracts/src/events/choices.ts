/* Beside their schemas, so that the page's first code can have them without zod. */

export const RESULTS = ['SUCCESS', 'FAILURE'] as const;
/** OpenTelemetry's short names, from the least to the most severe. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
