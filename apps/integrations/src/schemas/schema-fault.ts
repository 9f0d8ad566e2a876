import type { Fault } from '@portico/contracts/common/problem';
import { draftOf, type JsonSchema, type SchemaDraft } from '@portico/contracts/http/event-schemas';
import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { contentFault } from './schema-content.ts';

/** Maximum depth of a schema's JSON, because checking recurses. */
const MAX_DEPTH = 64;

/** Validators for the meta-schemas. No part of a submitted schema is compiled, and no pattern runs. */
const META: Record<SchemaDraft, () => ReturnType<Ajv['getSchema']>> = {
  '2020-12': () => new Ajv2020({ logger: false }).getSchema('https://json-schema.org/draft/2020-12/schema'),
  '7': () => new Ajv({ logger: false }).getSchema('http://json-schema.org/draft-07/schema'),
};
const compiled = new Map<SchemaDraft, ReturnType<Ajv['getSchema']>>();

const metaSchema = (draft: SchemaDraft) => {
  const validate = compiled.get(draft) ?? META[draft]();
  if (!validate) throw new Error(`ajv has no schema of schemas for ${draft}`);
  compiled.set(draft, validate);
  return validate;
};

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

const toFault = ({ instancePath, message = 'is not valid', params }: ErrorObject): Fault => {
  const subject = instancePath.slice(instancePath.lastIndexOf('/') + 1) || 'The schema';
  const allowed = Array.isArray(params.allowedValues) ? `: ${params.allowedValues.join(', ')}` : '';
  return { pointer: instancePath, message: `${subject} ${message.replace(/^must/, 'should')}${allowed}` };
};

/** A fault if a schema is too deep to serialize or check; otherwise null. */
export const depthFault = (schema: JsonSchema): Fault | null =>
  isDeeper(schema, MAX_DEPTH)
    ? { pointer: '', message: `The schema should be at most ${MAX_DEPTH} levels deep` }
    : null;

/** The fault of a schema and its place; null for a usable one. */
export function schemaFault(schema: JsonSchema): Fault | null {
  const tooDeep = depthFault(schema);
  if (tooDeep) return tooDeep;
  const draft = draftOf(schema);
  if (draft === null)
    return {
      pointer: '/$schema',
      message:
        '$schema should be https://json-schema.org/draft/2020-12/schema or http://json-schema.org/draft-07/schema#',
    };
  const validate = metaSchema(draft);
  const [error] = validate(schema) ? [] : (validate.errors ?? []);
  return error ? toFault(error) : contentFault(schema);
}
