import type { Service } from '../../service/handle.ts';
import type { Window } from './window.ts';

/** The environment of an editor that is signed in at the host of `localHost` from the start. */
export function signedInAs(service: Service, login = 'alice'): Readonly<Record<string, string>> {
  return { SOURCEHOST_HOST: 'local', SOURCEHOST_API_URL: service.url, SOURCEHOST_TOKEN: service.token(login) };
}

/** Signs in at the host of `localHost` with a personal token, from the palette. */
export async function signIn(window: Window, service: Service, login = 'alice'): Promise<void> {
  await window.run('Sourcehost: Sign In with Token');
  await window.pick('Local service');
  await window.answer(service.token(login));
  await window.statusBar(`Signed in as ${login}`).waitFor();
}
