import { ofThisStart } from '../secrets.ts';
import type { Account, State } from '../state.ts';

const year = 365 * 86_400_000;

interface Person {
  readonly login: string;
  readonly name: string;
  readonly bio?: string;
  readonly company?: string;
  readonly blog?: string;
  readonly website?: string;
  readonly location?: string;
  readonly github?: string;
  readonly languages?: string[];
}

const people: readonly Person[] = [
  {
    login: 'alice',
    name: 'Alice Winter',
    bio: 'Editors, documentation, and the things between.',
    company: 'Acme',
    blog: 'https://example.org/alice',
    website: 'https://alice.example.org',
    location: 'Ålesund',
    github: 'alice-winter',
    languages: ['TypeScript', 'Rust', 'CSS'],
  },
  { login: 'bob', name: 'Bob Marsh', bio: 'Build systems', company: 'Acme', languages: ['Go', 'Shell'] },
  { login: 'carol', name: 'Carol Díaz', bio: 'Accessibility', languages: ['HTML', 'TypeScript'] },
  {
    login: 'xiaoming',
    name: '小明',
    bio: '开源爱好者',
    company: '示例公司',
    location: '杭州',
    languages: ['Java', 'Vue'],
  },
  // An account without data.
  { login: 'newcomer', name: 'Newcomer' },
  { login: 'erik', name: 'Erik <b>Bold</b> & "Söhne"', bio: '<script>alert(1)</script>', languages: ['C++'] },
  { login: 'build-robot', name: '构建机器人', bio: 'Builds what is proposed, and says so' },
];

export const tokenOf = (login: string): string => `local-personal-token-of-${login}-${ofThisStart}`;
/** Another token of Alice, valid for users and issues only. */
export const limitedToken = `local-limited-token-of-alice-${ofThisStart}`;

/** 24 hexadecimal digits, as the live service's user ids. */
const userId = (number: number): string => (0x5f00_0000_0000 + number * 7919).toString(16).padStart(24, '64a');

export function addAccount(state: State, person: Person, now: number): Account {
  const number = state.accounts.size + 1;
  const email = `${person.login}@example.org`;
  const account: Account = {
    id: userId(number),
    login: person.login,
    name: person.name,
    bio: person.bio ?? '',
    blog: person.blog ?? '',
    company: person.company ?? '',
    website: person.website ?? '',
    location: person.location ?? '',
    github: person.github ?? '',
    email,
    emails: [{ email, state: 'confirmed' }],
    created: now - 3 * year + number * 1_000_000,
    followers: (number * 17) % 40,
    following: (number * 5) % 12,
    languages: person.languages ?? [],
  };
  state.accounts.set(account.login, account);
  state.tokens.set(tokenOf(account.login), {
    value: tokenOf(account.login),
    login: account.login,
    kind: 'personal',
    revoked: false,
  });
  return account;
}

export function addPeople(state: State, now: number): void {
  for (const person of people) addAccount(state, person, now);
  const alice = state.accounts.get('alice');
  alice?.emails.push(
    { email: 'alice.winter@work.example', state: 'confirmed' },
    { email: 'old@example.org', state: 'unconfirmed' },
  );
  const newcomer = state.accounts.get('newcomer');
  if (newcomer !== undefined) [newcomer.followers, newcomer.following] = [0, 0];
  state.tokens.set(limitedToken, {
    value: limitedToken,
    login: 'alice',
    kind: 'personal',
    scopes: ['all_user', 'all_issue'],
    revoked: false,
  });
}

/** The name and address in their commits. */
export const signatureOf = (state: State, login: string): { name: string; email: string } => {
  const account = state.accounts.get(login);
  return { name: (account?.name ?? login).replace(/[<>]/g, ''), email: account?.email ?? '' };
};
