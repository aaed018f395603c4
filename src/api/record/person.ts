import * as v from 'valibot';
import { filled, flag, orOnly, text, word } from './decode.ts';

/** A person of a pull request or commit: a record, or only the login. `accept`: whether a reviewer or tester agreed. */
export const Person = orOnly(
  'login',
  v.pipe(
    v.object({
      login: word,
      username: word,
      name: text,
      id: word,
      avatar_url: word,
      html_url: word,
      web_url: word,
      accept: flag,
      state: word,
    }),
    filled('login', 'username', 'name'),
    v.transform(({ login, name, id, avatar_url, html_url, web_url, accept, state }) => ({
      login,
      name,
      id,
      avatar_url,
      html_url: html_url ?? web_url,
      accept: accept ?? (state === 'approved' ? true : undefined),
    })),
  ),
);
export type Person = v.InferOutput<typeof Person>;
