import { createInvocation, type Invocation, type Places } from '../../../src/editor/kit/command.ts';

/** An invocation of a command from the palette, without a current repository. */
export function invocationOf(title: string): Invocation {
  const delay = { sentence: undefined, onDidChange: () => ({ dispose: () => undefined }) };
  const places = {} as Places;
  return createInvocation({ origin: 'palette', silent: false, places, title, delay }).invocation;
}
