import type { Connection } from '../../hosts/connections.ts';

export interface AuthorProfile {
  readonly name: string;
  readonly email: string | undefined;
}

/** Reads the profile of `login`, the account of `connection`. At most two requests. */
export async function authorProfile({ api }: Pick<Connection, 'api'>, login: string): Promise<AuthorProfile> {
  const user = await api.users.self({}, { priority: 'background' });
  const name = user.name ?? login;
  if (user.email !== undefined) return { name, email: user.email };
  const [email] = await emailsOf({ api });
  return { name, email };
}

/** The e-mail addresses of the account of `connection`, confirmed ones first. One request. */
export async function emailsOf({ api }: Pick<Connection, 'api'>, signal?: AbortSignal): Promise<string[]> {
  const { items } = await api.users.emails({}, { priority: 'background', signal });
  const rank = ({ state }: { readonly state?: string | undefined }): number => (state === 'confirmed' ? 0 : 1);
  return items.toSorted((one, other) => rank(one) - rank(other)).map(({ email }) => email);
}
