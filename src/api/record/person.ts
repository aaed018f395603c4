import * as v from 'valibot';
import { filled, flag, orOnly, text, word } from './decode.ts';

const fields = v.object({
  login: word,
  username: word,
  name: text,
  id: word,
  avatar_url: word,
  html_url: word,
  web_url: word,
  accept: flag,
  state: word,
});

const named = filled<v.InferOutput<typeof fields>, 'login'>('login', 'username', 'name');

const personOf = ({
  login,
  name,
  id,
  avatar_url,
  html_url,
  web_url,
}: v.InferOutput<typeof fields> & { login: string }) => ({
  login,
  name,
  id,
  avatar_url,
  html_url: html_url ?? web_url,
});

/** A person of a pull request or commit: a record, or only the login. The same person has several ids: `login` is the key. */
export const Person = orOnly('login', v.pipe(fields, named, v.transform(personOf)));
export type Person = v.InferOutput<typeof Person>;

/** A person in a role of a pull request. `accept`: whether this person agreed. */
export const RolePerson = orOnly(
  'login',
  v.pipe(
    fields,
    named,
    v.transform((record) => ({
      ...personOf(record),
      accept: record.accept ?? (record.state === 'approved' ? true : undefined),
    })),
  ),
);
