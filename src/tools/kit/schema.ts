import type { Field, Fields } from '../../api/contract/field.ts';
import { isDescribed } from './inputs.ts';

export interface JsonSchema {
  readonly type: 'object' | 'string' | 'integer' | 'boolean' | 'array';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly format?: 'uri' | 'date' | 'date-time';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The JSON Schema of the inputs of a tool. `texts`: the descriptions. A model reads all of it, so it is short. */
export function inputSchema(fields: Fields, texts: Readonly<Record<string, string | undefined>>): JsonSchema {
  const properties = Object.entries(fields).flatMap(([key, field]) => {
    const description = texts[key];
    const schema = { ...schemaOf(field), ...(description === undefined ? {} : { description }) };
    return isDescribed(key) ? [[key, schema] as const] : [];
  });
  const required = Object.entries(fields).flatMap(([key, field]) => (field.optional ? [] : [key]));
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}

function schemaOf({ type, values, limits }: Field): JsonSchema {
  switch (type) {
    case 'text':
    case 'base64':
    case 'file':
      return { type: 'string' };
    case 'url':
      return { type: 'string', format: 'uri' };
    case 'time':
      return { type: 'string', format: 'date-time' };
    case 'date':
      return { type: 'string', format: 'date' };
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      return {
        type: 'integer',
        // Numbers of things begin with 1.
        ...(limits === undefined || limits.least <= 1 ? {} : { minimum: limits.least }),
        ...(limits === undefined || limits.most === Infinity ? {} : { maximum: limits.most }),
      };
    case 'choice':
      return { type: 'string', ...(values === undefined ? {} : { enum: values }) };
    case 'choices':
      return { type: 'array', items: { type: 'string', ...(values === undefined ? {} : { enum: values }) } };
    case 'names':
      return {
        type: 'array',
        items: { type: 'string' },
      };
    case 'texts':
      return { type: 'object' };
    case 'numbers':
      return {
        type: 'array',
        items: { type: 'integer' },
        ...(limits === undefined || limits.most === Infinity ? {} : { maxItems: limits.most }),
      };
  }
}
