import * as v from 'valibot';
import { anyOf, flag, identity, many, number, one, openEnum, text, time, word } from './decode.ts';
import { UserBrief } from './user.ts';

export const Permission = v.object({ pull: flag, push: flag, admin: flag });

const Namespace = v.object({
  id: word,
  type: openEnum('group', 'user', 'enterprise'),
  name: text,
  path: word,
  html_url: word,
  kind: openEnum('group', 'user', 'enterprise'),
  full_path: word,
  full_name: word,
  develop_mode: word,
  region: word,
  cell: word,
  parent_id: word,
  visibility_level: number,
  enable_file_control: flag,
  owner_id: word,
});

const Creator = v.object({ id: word, arts_id: word, username: word, nickname: text, email: word, photo: word });

const Language = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value) => {
      const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
      const [name, color] = parts;
      const isColor = typeof color === 'string' && /^#([\da-f]{3}|[\da-f]{6})$/i.test(color);
      return typeof name === 'string' && name !== '' ? { name, color: isColor ? color : undefined } : undefined;
    }),
  ),
  undefined,
);

/** The origin of a fork. The form is not described. */
const Origin = v.object({ id: word, full_name: word, name: text, path: word, web_url: word });

const fields = {
  full_name: identity,
  id: word,
  human_name: text,
  url: word,
  namespace: one(Namespace),
  path: word,
  name: text,
  description: text,
  status: word,
  ssh_url_to_repo: word,
  http_url_to_repo: word,
  web_url: word,
  html_url: word,
  readme_url: word,
  homepage: word,
  created_at: time,
  updated_at: time,
  pushed_at: time,
  members: many(identity),
  assignee: many(UserBrief),
  assigner: one(UserBrief),
  owner: one(UserBrief),
  creator: one(Creator),
  forks_count: number,
  stargazers_count: number,
  watchers_count: number,
  open_issues_count: number,
  assignees_number: number,
  project_labels: many(v.unknown()),
  relation: word,
  permission: one(Permission),
  internal: flag,
  fork: flag,
  private: flag,
  public: flag,
  visibility: openEnum('public', 'private'),
  has_issue: flag,
  has_issues: flag,
  has_wiki: flag,
  pull_requests_enabled: flag,
  repo_type: word,
  watched: flag,
  starred: flag,
  empty_repo: flag,
  enterprise: one(v.object({ id: word, path: word, html_url: word, type: word })),
  default_branch: word,
  license: word,
  project_creator: word,
  issue_template_source: word,
  item_type: word,
  language: Language,
  main_repository_language: Language,
  forked_from_project: one(Origin),
  parent: one(Origin),
  /** So spelled. */
  parentfull_name: word,
  partner: one(v.object({ star: number, fork: number, watch: number })),
};

/**
 * `web_url`: its page for the browser. `forked_from`: the full name of its parent. `language_color`: of its main language,
 * `#` and three or six hex digits.
 */
export const Repository = v.pipe(
  v.object(fields),
  v.transform((repository) => {
    const { language, main_repository_language: main } = repository;
    return {
      ...repository,
      web_url: repository.web_url ?? repository.html_url ?? repository.http_url_to_repo?.replace(/\.git$/, ''),
      has_issues: repository.has_issues ?? repository.has_issue,
      forked_from:
        repository.parent?.full_name ?? repository.parentfull_name ?? repository.forked_from_project?.full_name,
      language: language?.name ?? main?.name,
      language_color: main?.color ?? language?.color,
      main_repository_language: main?.name,
    };
  }),
);
export type Repository = v.InferOutput<typeof Repository>;

/** GET …/contributors */
export const Contributor = v.object({ name: identity, contributions: number, email: word });
export type Contributor = v.InferOutput<typeof Contributor>;

/** PUT …/sync_repo. False: nothing was synchronized. */
export const SyncResult = v.object({ repo_sync_result: flag });

/** PUT …/reviewer */
export const ReviewerSetting = v.pipe(
  v.object({ id: word, created_at: time, updated_at: time }),
  anyOf('id', 'created_at', 'updated_at'),
);
export type ReviewerSetting = v.InferOutput<typeof ReviewerSetting>;
