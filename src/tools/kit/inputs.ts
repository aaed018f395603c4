import { name, optional, range, type Field, type Fields, type Inputs } from '../../api/contract/field.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires, type Requirement } from '../../core/requirement.ts';
import { isObject } from '../../core/text.ts';
import { isFilePath } from '../../domain/hosts/address.ts';

type ListField<T> = Field<readonly T[]> & { readonly optional: false };

function listOf<T>(item: Field<T>, type: 'names' | 'numbers', wrong: Requirement, most = Infinity): ListField<T> {
  return {
    type,
    optional: false,
    limits: { least: 1, most },
    check: (value) => {
      if (!Array.isArray(value) || value.length === 0) return wrong;
      if (value.length > most) return requires('atMost', `${most}`);
      return value.map((one: unknown) => item.check(one)).find((requirement) => requirement !== undefined);
    },
    encode: String,
  };
}

const isPath = (value: unknown): boolean => typeof value === 'string' && isFilePath(value);

/** The path of a file or folder in a repository, without a slash at either end. */
export const filePath: Field<string> & { readonly optional: false } = {
  ...name,
  check: (value) => name.check(value) ?? (isPath(value) ? undefined : requires('path')),
};

/** As `filePath`, or empty for the root. */
export const folderPath: Field<string> & { readonly optional: false } = {
  ...name,
  check: (value) => (value === '' ? undefined : filePath.check(value)),
};

const mostPaths = 1_000;

export const filePaths = listOf(filePath, 'names', requires('paths'), mostPaths);

export const mostIssues = 50;

export const issueNumbers = listOf(range(1), 'numbers', requires('numbers'), mostIssues);

/** The inputs of every tool that uses a repository. `host`: in place of the one that `repository` can begin with. */
export const placeFields = { repository: name, host: optional(name) };
export const refFields = { ...placeFields, ref: optional(name) };
export const cursorFields = { cursor: optional(name) };

/** For the model, once: what these inputs are in all tools. */
export const commonInputs =
  'In all tools, repository is owner/repo as listed here (host/owner/repo if two hosts have it), ref is a branch, tag or commit (default: the branch in use, else the default branch), and cursor is the one at the end of a result, to read on. Files include the drafts of the user.';

/** Whether a model is told of the input `name`. `host` is accepted only: `repository` can begin with it. */
export const isDescribed = (name: string): boolean => name !== 'host';

function brokenInput(
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
): { readonly field: string; readonly requirement: Requirement } | undefined {
  const unknownName = Object.keys(input).find((key) => !Object.hasOwn(fields, key));
  if (unknownName !== undefined)
    return { field: unknownName, requirement: requires('known', ...Object.keys(fields).filter(isDescribed)) };
  for (const [field, { optional: isOptional, check }] of Object.entries(fields)) {
    const value = input[field];
    const requirement = value === undefined ? (isOptional ? undefined : requires('given')) : check(value);
    if (requirement !== undefined) return { field, requirement };
  }
  return undefined;
}

function fits<F extends Fields>(fields: F, input: unknown): input is Inputs<F> {
  return isObject(input) && brokenInput(fields, input) === undefined;
}

/** `input` as the inputs of `fields`. @throws Failure `invalid` with the first wrong input */
export function checkedInputs<F extends Fields>(fields: F, input: unknown): Inputs<F> {
  if (!isObject(input)) throw new Failure('invalid', 'the inputs are no object', { reason: 'noArgumentObject' });
  if (fits(fields, input)) return input;
  const broken = brokenInput(fields, input);
  throw wrongValue(broken?.field ?? '', broken?.requirement ?? requires('valid'));
}
