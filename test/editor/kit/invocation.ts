import { createInvocation, type Invocation, type Places } from '../../../src/editor/kit/command.ts';

/** A run of a command that a person started from the palette; it finds no place. */
export function invocationOf(title: string): Invocation {
  const delay = { sentence: undefined, onDidChange: () => ({ dispose: () => undefined }) };
  const places = {} as Places;
  return createInvocation({ origin: 'palette', silent: false, places, title, delay }).invocation;
}
