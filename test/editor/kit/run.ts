import assert from 'node:assert/strict';
import { commands } from 'vscode';
import type { Failure } from '../../../src/core/errors.ts';

/** Runs the command `sourcehost.<id>` as a program does: with one argument object. */
export async function run<T>(id: string, args: object): Promise<T> {
  return await commands.executeCommand<T>(`sourcehost.${id}`, args);
}

/** What a command rejects with. Its class is that of the bundle of the extension, so `isFailure` does not know it. */
export async function failure(ran: Promise<unknown>): Promise<Failure> {
  return await ran.then(
    () => assert.fail('it succeeded'),
    (thrown: unknown) => thrown as Failure,
  );
}
