import type { CallOptions } from '../../../api/http/send.ts';
import { fromBase64 } from '../../../core/base64.ts';
import { Failure } from '../../../core/errors.ts';
import type { RecordScope } from '../kinds/kind.ts';
import { readForm, readTemplate, type IssueDraft } from './templateText.ts';

/** An issue template of a repository, by its path. */
export interface IssueTemplate {
  readonly path: string;
  /** From the name of the file, for lists. */
  readonly name: string;
}

const template =
  /^(?:\.(?:gitcode|gitee|github|gitlab)\/|docs\/)?(?:issue_templates?(?:\/[^/]+)?)\.(md|markdown|ya?ml)$/i;
const settings = /\/config\.ya?ml$/i;

/** The issue templates of the default branch. One request. */
export async function findTemplates(
  { api, repository: { owner, repo } }: RecordScope,
  options?: CallOptions,
): Promise<readonly IssueTemplate[]> {
  const paths = await api.files.paths({ owner, repo }, options);
  return paths
    .filter((path) => template.test(path) && !settings.test(path))
    .map((path) => ({ path, name: (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '') }));
}

/** The initial content of a new issue from a template. One request. */
export async function draftFrom(
  { api, repository: { owner, repo } }: RecordScope,
  { path }: IssueTemplate,
  options?: CallOptions,
): Promise<IssueDraft> {
  const content = await api.files.content({ owner, repo, path }, options);
  const bytes = 'content' in content ? fromBase64(content.content ?? '') : undefined;
  if (bytes === undefined) throw new Failure('unreadable', `${path} is no text`, { reason: 'noText', about: [path] });
  const text = new TextDecoder().decode(bytes);
  return /\.ya?ml$/i.test(path) ? readForm(text) : readTemplate(text);
}
