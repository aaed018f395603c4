import type { Field, Fields } from '../../api/contract/field.ts';

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

/** Whether a model is told of the input `name`. `host` is accepted only: `repository` can begin with it. */
export const isDescribed = (name: string): boolean => name !== 'host';

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
  const { least = 1, most = Infinity } = limits ?? {};
  const choice: JsonSchema = { type: 'string', ...(values && { enum: values }) };
  const schemas: Readonly<Record<Field['type'], JsonSchema>> = {
    text: { type: 'string' },
    base64: { type: 'string' },
    file: { type: 'string' },
    url: { type: 'string', format: 'uri' },
    time: { type: 'string', format: 'date-time' },
    date: { type: 'string', format: 'date' },
    boolean: { type: 'boolean' },
    // Numbers of things begin with 1.
    integer: { type: 'integer', ...(least > 1 && { minimum: least }), ...(most < Infinity && { maximum: most }) },
    choice,
    choices: { type: 'array', items: choice },
    names: { type: 'array', items: { type: 'string' } },
    texts: { type: 'object' },
    numbers: { type: 'array', items: { type: 'integer' }, ...(most < Infinity && { maxItems: most }) },
  };
  return schemas[type];
}
