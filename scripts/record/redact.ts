import { createHmac } from 'node:crypto';
import { allRows } from '../apiCoverage/table.ts';
import { isObject } from '../../src/core/text.ts';

/** Items of a list, and entries of an object, that are recorded. */
const mostItems = 20;

/** Fields whose values are of a closed set, or named by the service. No user writes them. */
const closedSets =
  /^(state|type|status|visibility|role|role_name|role_name_cn|my_role|member_role|permission|encoding|mode|action|action_name|ref_type|release_status|error_code_name|language|main_repository_language|top_languages|severity|stage|issue_state|issue_type|priority|repo_type|develop_mode|join_way|verification_status|color|text_color)$/;
const person = /^(login|username)$/;
const detail = /_detail$/;
const errorTexts = new Set(['message', 'error', 'error_message', 'error_description', 'msg']);

const word = /^[\p{L}\p{N} #+_.-]{1,40}$/u;
const day = /^\d{4}-\d{2}-\d{2}([T ][\d:.]+\s?(Z|[+-]\d{2}:?\d{2})?)?$/;
const otherTime = /^\d{1,2}\/\d{1,2}\/\d{2,4}[ ,]+[\d:]+( [AP]M)?$/;
const hex = /^[0-9a-f]{7,64}$/i;
const mail = /^[^\s@]+@[^\s@:]+$/;
const gitAddress = /^[\w.-]+@[^\s/]+:\S+$/;
const identifier = /^\S{1,200}$/;

/** The parts of addresses that are the same for every repository. */
const structural = new Set([
  ...allRows().flatMap(({ endpoint }) => endpoint.path.split('/').filter((part) => !part.includes('{'))),
  ...['api', 'v5', 'tree', 'blob', 'raw', 'commit', 'commits', 'compare', 'archive', 'download'],
]);

/**
 * Replaces everything in answers of a host that a user wrote or that identifies a person, and keeps their form: types,
 * lengths of numbers, times, kinds of text, and which values are equal. `salt`: random, so that nobody can find out which
 * value a replacement stands for.
 */
export class Redactor {
  readonly #salt: string;
  /** Logins, which can also be the names of fields. */
  readonly #people = new Set<string>();
  /** Replaced names, which messages of the service can repeat. */
  readonly #names = new Map<string, string>();

  constructor(salt: string, names: readonly string[]) {
    this.#salt = salt;
    for (const name of names) this.#nameOf(name);
  }

  /** `isError`: its message is kept, without the names in it. */
  redacted(value: unknown, isError = false): unknown {
    return this.#value(value, '', '', isError);
  }

  #value(value: unknown, key: string, parent: string, isError: boolean): unknown {
    if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => this.#value(item, key, parent, isError));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value)
          .slice(0, Math.max(mostItems, 200))
          .map(([name, item]) => [this.#key(name), this.#value(item, name, key, isError)]),
      );
    if (typeof value === 'number') return isId(key, String(value)) ? Number(this.#digits(String(value))) : value;
    if (typeof value !== 'string') return value;
    return isError && errorTexts.has(key) ? this.#message(value) : this.#text(value, key, parent);
  }

  /** Names of fields are kept. Logins and unusual texts are not names of fields. */
  #key(name: string): string {
    return /^[\w +#.-]{1,60}$/.test(name) && !this.#people.has(name) ? name : this.#nameOf(name);
  }

  #text(value: string, key: string, parent: string): string {
    if (value === '' || day.test(value) || otherTime.test(value)) return value;
    if ((closedSets.test(key) || (key === 'title' && detail.test(parent))) && word.test(value)) return value;
    if (/^-?\d+(\.\d+)?$/.test(value)) return isId(key, value) ? this.#digits(value) : value;
    if (person.test(key)) this.#people.add(value);
    if (key === 'content') return Buffer.from('redacted\n').toString('base64');
    if (hex.test(value)) return this.#hash(value, value.length);
    if (URL.canParse(value) && value.includes('://')) return this.#address(new URL(value));
    if (gitAddress.test(value)) return `git@host.example:${this.#path(value.slice(value.indexOf(':') + 1))}`;
    if (mail.test(value)) return `${this.#nameOf(value)}@example.com`;
    if (identifier.test(value)) return this.#path(value);
    this.#nameOf(value);
    return /[\u4e00-\u9fff]/.test(value) ? `文字 ${this.#hash(value, 8)}` : `Text ${this.#hash(value, 8)}`;
  }

  #address({ protocol, pathname, search }: URL): string {
    const parts = pathname.split('/').map((part) => (structural.has(part) ? part : this.#segment(part)));
    return `${protocol}//host.example${parts.join('/')}${search === '' ? '' : '?redacted'}`;
  }

  #path(path: string): string {
    return path
      .split('/')
      .map((part) => this.#segment(part))
      .join('/');
  }

  #segment(part: string): string {
    if (part === '' || /^\d{1,4}$/.test(part)) return part;
    return part.endsWith('.git') ? `${this.#nameOf(part.slice(0, -4))}.git` : this.#nameOf(part);
  }

  /** The same name for the same value, in every answer of a recording. */
  #nameOf(value: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    const name = `x${this.#hash(value.toLowerCase(), 8)}`;
    this.#names.set(value, name);
    return name;
  }

  #message(value: string): string {
    const plain = value.replaceAll(/\S+@\S+|https?:\S+/g, '…').replaceAll(/[0-9a-f]{16,}/gi, '…');
    const names = [...this.#names]
      .filter(([name]) => name.length > 1)
      .sort(([one], [other]) => other.length - one.length);
    return names.reduce((text, [name, replaced]) => text.replaceAll(name, replaced), plain);
  }

  #digits(value: string): string {
    const digits = BigInt(`0x${this.#hash(value, 24)}`).toString();
    return `${value.startsWith('-') ? '-' : ''}1${digits}`.slice(0, value.length);
  }

  #hash(value: string, length: number): string {
    return createHmac('sha256', this.#salt).update(value).digest('hex').slice(0, length);
  }
}

/** Ids identify people and records. A long number can be an id or a telephone number. */
function isId(key: string, value: string): boolean {
  return /(^|_)id$/.test(key) || value.length > 5;
}
