import { wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import { recordPage } from '../../domain/pages/target.ts';
import type { Invocation } from '../kit/command.ts';
import type { AtRepository } from '../kit/commands/declare.ts';
import type { PageStart } from './content.ts';
import type { Pages } from './register.ts';

/** Shows the page of a record, where the user writes. @throws Failure `invalid` for a program, which cannot write there */
export async function writeOnPage(
  { show }: Pages['pages'],
  { connection, name }: AtRepository,
  [kind, number]: readonly ['issue' | 'pullRequest', number | string | undefined],
  invocation: Invocation,
  at: PageStart,
): Promise<void> {
  if (invocation.origin === 'code') throw wrongValue('body', requires('given'));
  if (number === undefined) throw wrongValue('number', requires('given'));
  await show(recordPage(connection, name, kind, String(number)), invocation, at);
}
