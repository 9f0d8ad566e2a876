/* These lists are separate from the schemas, so that the first page can load the lists without zod. */

export const RESULTS = ['SUCCESS', 'FAILURE'] as const;
/** OpenTelemetry's short names, least severe first. */
export const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
