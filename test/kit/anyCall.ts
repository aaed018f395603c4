import fc from 'fast-check';
import { allRows } from '../../scripts/apiCoverage/table.ts';
import type { Api } from '../../src/api/client/client.ts';
import type { Endpoint } from '../../src/api/contract/endpoint.ts';
import type { Field } from '../../src/api/contract/field.ts';

export interface AnyCall {
  readonly name: string;
  readonly run: (api: Api, params: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An arbitrary operation of the table with valid inputs. */
export const anyCall: fc.Arbitrary<AnyCall> = fc
  .constantFrom(...allRows())
  .chain(({ name, endpoint }) =>
    anyParams(endpoint).map((params): AnyCall => ({ name, params, run: (api, given) => call(api, name, given) })),
  );

async function call(api: Api, name: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
  const [group = '', operation = ''] = name.split('.');
  const groups = api as unknown as Readonly<
    Record<string, Readonly<Record<string, (params: unknown) => Promise<unknown>>>>
  >;
  return await groups[group]?.[operation]?.(params);
}

const word = fc.string({ minLength: 1, unit: 'grapheme', maxLength: 12 }).map((text) => `${text}x`);

/** Inputs of an operation: all required ones, and any of the optional ones. */
function anyParams(endpoint: Endpoint): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, word] as const);
  const fields = Object.entries({ ...endpoint.query, ...endpoint.body });
  const required = fields.filter(([, field]) => !field.optional);
  const optional = fields.filter(([, field]) => field.optional);
  const model = [...inPath, ...[...required, ...optional].map(([name, field]) => [name, valueOf(field)] as const)];
  const requiredKeys = [...inPath, ...required].map(([name]) => name);
  return fc
    .record(Object.fromEntries(model), { requiredKeys })
    .filter((params) => endpoint.validate?.(params) === undefined);
}

function valueOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'integer':
      return fc.integer({ min: 1, max: 50 });
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc
        .constantFrom(...(field.values ?? []))
        .map((value) => (field.check(value) === undefined ? value : Number(value)));
    case 'choices':
      return fc.subarray([...(field.values ?? [])], { minLength: 1 });
    case 'time':
      return fc.constant('2026-01-31T09:30:00+08:00');
    case 'date':
      return fc.constant('2026-01-31');
    case 'names':
      return fc.array(
        word.map((text) => text.replaceAll(',', '')),
        { minLength: field.check([]) === undefined ? 0 : 1 },
      );
    case 'numbers':
      return fc.array(fc.integer({ min: 1 }), { minLength: 1 });
    case 'texts':
      return fc.dictionary(word, word);
    case 'file':
      return fc.string().map((text) => new File([text], 'a.txt'));
    case 'base64':
      return fc.base64String();
    case 'url':
      return word.map((path) => `https://example.org/${encodeURIComponent(path)}`);
    case 'text':
      return word;
  }
}
