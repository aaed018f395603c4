/** An answer of the live service in its form; people, repositories and texts are those of the local service. */
export interface Form {
  /** The client function, or method and path of an operation that the client does not have yet. */
  readonly name: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** What came on the wire; undefined: nothing. */
  readonly body?: unknown;
}

export const answered = (name: string, body?: unknown, status = 200): Form => ({ name, status, body });
export const refused = (name: string, status: number, error_message: string, more: object = {}): Form =>
  answered(name, { ...more, error_message }, status);

export const host = 'https://local.test';
export const api = `${host}/api/v5/repos/alice/website`;

/** 40 hexadecimal digits, as a commit or a discussion. */
export const sha = (seed: number): string => (seed * 7_919).toString(16).padStart(40, '5e');
export const time = (minute: number): string =>
  `2026-03-02T${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00+08:00`;

const names: Readonly<Record<string, string>> = {
  alice: 'Alice Winter',
  bob: 'Bob Marsh',
  erik: 'Erik',
  xiaoming: '小明',
};

/** The given fields of a person, in words. `id` is hexadecimal. */
export function person(login: string, fields: string): object {
  const id = Buffer.from(login.padEnd(12, '.')).toString('hex');
  const all: Readonly<Record<string, unknown>> = {
    ...{ id, object_id: id, user_id: '40017', iam_id: 'aWFtLW9mLXRoZS1sb2NhbC1zZXJ2aWNl' },
    ...{ login, username: login, name: names[login] ?? login, nick_name: login, name_cn: '', email: '' },
    ...{ avatar_url: `${host}/avatars/${login}.png`, html_url: `${host}/${login}`, web_url: `${host}/${login}` },
    ...{ state: 'active', type: 'User' },
  };
  return Object.fromEntries(fields.split(' ').map((field) => [field, all[field]]));
}

/** The same with a number as id. */
export const numbered = (login: string, fields: string): object => ({ id: 40_017, ...person(login, fields) });

export const user = (login: string, more = ''): object => person(login, `id login object_id name html_url${more}`);

export const label = (name: string, more: object = {}): object => ({
  ...{ id: 311, name, color: '#2c7be5', ...more },
});
export const dates = (minute = 0): object => ({ created_at: time(minute), updated_at: time(minute + 30) });
