import type { IncomingMessage } from 'node:http';
import { parseJson, isObject } from '../../src/core/text.ts';
import type { Payload } from './check.ts';

const longest = 512 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longest) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The fields of a JSON, form or multipart body. */
export async function payloadOf(body: Buffer, type: string): Promise<Payload> {
  if (body.length === 0) return { fields: {}, typed: true };
  if (/^application\/json\b/i.test(type)) {
    const json = parseJson(body.toString());
    if (isObject(json)) return { fields: json, typed: true };
    if (json !== undefined) return { fields: {}, whole: json, typed: true };
    return { fields: {}, typed: true, wrong: 'the body is no JSON' };
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return { fields: formFields(new URLSearchParams(body.toString())), typed: false };
  if (/^multipart\/form-data\b/i.test(type)) {
    return { fields: Object.fromEntries(await multipartFields(body, type)), typed: false };
  }
  return { fields: {}, typed: true, wrong: `a body of type ${type === '' ? '(none)' : type} is not read` };
}

/** A field that is sent several times is a list. */
function formFields(form: URLSearchParams): Record<string, unknown> {
  const valueOf = ([first, ...rest]: readonly string[]): unknown => (rest.length === 0 ? first : [first, ...rest]);
  return Object.fromEntries([...form.keys()].map((name) => [name, valueOf(form.getAll(name))]));
}

/** The texts and files of a multipart body. */
async function multipartFields(body: Buffer, type: string): Promise<[string, unknown][]> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
  // oxlint-disable-next-line typescript/no-deprecated -- small bodies of tests only
  return [...((await response.formData()) as unknown as Iterable<[string, unknown]>)];
}
