import type { User } from '../../../api/record/user.ts';
import type { Connection } from '../../hosts/connections.ts';

export interface AuthorProfile {
  readonly name: string;
  readonly email: string | undefined;
}

/** The author from the record of the account of `connection`. One request if the record has no e-mail address. */
export async function authorProfile({ api }: Pick<Connection, 'api'>, user: User): Promise<AuthorProfile> {
  const name = user.name ?? user.login;
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
