import type { JSONObject } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../tools/kit/schema.ts';

/** `schema` in the type of the protocol: a JSON object that may be changed. */
export function plainSchema({ properties, items, enum: values, required, ...rest }: JsonSchema): JSONObject {
  return {
    ...rest,
    ...(items === undefined ? {} : { items: plainSchema(items) }),
    ...(values === undefined ? {} : { enum: [...values] }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, plainSchema(one)])) }),
    ...(required === undefined ? {} : { required: [...required] }),
  };
}
