import type { Host } from '../host.ts';
import type { Account, Key } from '../state.ts';
import { stamp } from './times.ts';

type Json = Record<string, unknown>;

export const avatarUrl = (host: Host, login: string): string => `${host.url}/-/avatar/${encodeURIComponent(login)}.svg`;
const webUrl = (host: Host, login: string): string => `${host.url}/${encodeURIComponent(login)}`;
const apiUrl = (host: Host, login: string): string => `${host.url}/api/v5/users/${encodeURIComponent(login)}`;

/** Get user, get authorized user. */
export function fullUser(host: Host, account: Account): Json {
  return {
    ...briefUser(host, account),
    followers_url: `${apiUrl(host, account.login)}/followers`,
    url: apiUrl(host, account.login),
    bio: account.bio,
    blog: account.blog,
    company: account.company,
    email: account.email,
    followers: account.followers,
    following: account.following,
    top_languages: account.languages,
    website: account.website,
    location: account.location,
    github_account: account.github,
  };
}

export function briefUser(host: Host, account: Account): Json {
  return {
    avatar_url: avatarUrl(host, account.login),
    html_url: webUrl(host, account.login),
    id: account.id,
    login: account.login,
    name: account.name,
    type: 'User',
  };
}

export const numericId = (account: Account | undefined): number => Number.parseInt(account?.id.slice(-6) ?? '0', 16);

/** The given fields of a person, in words. `id` is hexadecimal; null if there is no such account. */
export function person(host: Host, login: string | undefined, fields: string): Json | null {
  const account = login === undefined ? undefined : host.state.accounts.get(login);
  if (account === undefined) return null;
  const { id, name, email } = account;
  const page = webUrl(host, account.login);
  const all: Json = {
    ...{ id, object_id: id, user_id: String(numericId(account)), iam_id: Buffer.from(id).toString('base64') },
    ...{ login: account.login, username: account.login, name, nick_name: name, name_cn: '', email },
    ...{ avatar_url: avatarUrl(host, account.login), html_url: page, web_url: page },
    ...{ state: 'active', type: 'User' },
  };
  return Object.fromEntries(fields.split(' ').map((field) => [field, all[field]]));
}

/** The same with a number as its id. */
export function numbered(host: Host, login: string | undefined, fields: string): Json | null {
  const one = person(host, login, fields);
  return one === null ? null : { id: numericId(host.state.accounts.get(login ?? '')), ...one };
}

/** Some forms of a user do not say `type`. */
export function withoutType(user: Json): Json {
  return Object.fromEntries(Object.entries(user).filter(([name]) => name !== 'type'));
}

/** A brief user by login; null if there is no user. */
export function userOf(host: Host, login: string | undefined): Json | null {
  const account = login === undefined ? undefined : host.state.accounts.get(login);
  return account === undefined ? null : briefUser(host, account);
}

/** As embedded in issues and comments: most fields are null. */
export function issueUser(host: Host, login: string | undefined): Json | null {
  const brief = userOf(host, login);
  if (brief === null) return null;
  const unset = {
    events_url: null,
    followers_url: null,
    following_url: null,
    gists_url: null,
    member_role: null,
    organizations_url: null,
    received_events_url: null,
    remark: null,
    repos_url: null,
    starred_url: null,
    subscriptions_url: null,
  };
  return { ...unset, ...brief, object_id: brief.id, url: apiUrl(host, String(brief.login)) };
}

export function searchedUser(host: Host, account: Account): Json {
  return { ...withoutType(briefUser(host, account)), created_at: stamp(account.created) };
}

export function keyForm(host: Host, key: Key): Json {
  return {
    id: key.id,
    title: key.title,
    key: key.key,
    created_at: stamp(key.created),
    url: `${host.url}/api/v5/user/keys/${key.id}`,
  };
}
