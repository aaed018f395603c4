import type { CallOptions } from '../../../api/http/send.ts';
import { fromBase64 } from '../../../core/base64.ts';
import { Failure, unlessFailed } from '../../../core/errors.ts';
import { baseName } from '../../../core/path.ts';
import { decodeText, encodingOf } from '../../text/encoding.ts';
import type { RecordScope } from '../kinds/kind.ts';
import {
  readForm,
  readTemplate,
  readTemplateSettings,
  type IssueDraft,
  type TemplateSettings,
} from './templateText.ts';

export interface IssueTemplate {
  readonly path: string;
  readonly name: string;
}

export interface IssueTemplates {
  readonly templates: readonly IssueTemplate[];
  readonly settings: string | undefined;
}

const template =
  /^(?:\.(?:gitcode|gitee|github|gitlab)\/|docs\/)?(?:issue_templates?(?:\/[^/]+|\.[\w-]+)?)\.(md|markdown|ya?ml)$/i;
const settings = /\/config\.ya?ml$/i;

const pullRequestTemplate =
  /^(?:\.(?:gitcode|gitee|github|gitlab)\/|docs\/)?pull_request_template(?:\.[\w-]+)?\.(?:md|markdown)$/i;

/** The text of the template for pull requests on the default branch; undefined without one. At most two requests. */
export async function findPullRequestTemplate(place: RecordScope, options?: CallOptions): Promise<string | undefined> {
  const [path] = (await pathsOf(place, options)).filter((one) => pullRequestTemplate.test(one)).sort();
  return path === undefined ? undefined : readTemplate(await textAt(place, path, options)).body;
}

/** The issue templates of the default branch; none of an empty repository. One request. */
export async function findTemplates(place: RecordScope, options?: CallOptions): Promise<IssueTemplates> {
  const all = await pathsOf(place, options);
  const paths = all.filter((path) => template.test(path));
  const templates = paths
    .filter((path) => !settings.test(path))
    .map((path) => ({ path, name: baseName(path).replace(/\.\w+$/, '') }));
  return { templates, settings: paths.find((path) => settings.test(path)) };
}

/** The initial content of a new issue from a template. One request. */
export async function draftFrom(
  place: RecordScope,
  { path }: IssueTemplate,
  options?: CallOptions,
): Promise<IssueDraft> {
  const text = await textAt(place, path, options);
  return /\.ya?ml$/i.test(path) ? readForm(text) : readTemplate(text);
}

/** The settings of the templates. One request; none without a path. */
export async function templateSettings(
  place: RecordScope,
  path: string | undefined,
  options?: CallOptions,
): Promise<TemplateSettings> {
  return readTemplateSettings(path === undefined ? '' : await textAt(place, path, options));
}

/** The paths of the default branch; none of an empty repository. */
async function pathsOf(
  { api, repository: { owner, repo } }: RecordScope,
  options?: CallOptions,
): Promise<readonly string[]> {
  return (await unlessFailed(api.files.paths({ owner, repo }, options), 'missing')) ?? [];
}

async function textAt(
  { api, repository: { owner, repo } }: RecordScope,
  path: string,
  options?: CallOptions,
): Promise<string> {
  const content = await api.files.content({ owner, repo, path }, options);
  const bytes = 'content' in content ? fromBase64(content.content ?? '') : undefined;
  const encoding = bytes && encodingOf(bytes);
  if (bytes === undefined || encoding === undefined)
    throw new Failure('unreadable', `${path} is no text`, { reason: 'noText', about: [path] });
  return decodeText(bytes, encoding);
}
