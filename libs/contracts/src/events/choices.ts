/* Separate from the schemas, so that the first page can load them without zod. */

export const RESULTS = ['SUCCESS', 'FAILURE'] as const;
/** OpenTelemetry's short names, least severe first. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
