import type { Changes, Subject } from '../changes.ts';
import type { Invocation } from '../command.ts';
import type { AtRepository } from './declare.ts';

/** `path`: the names, numbers or ids of the rows down to the changed one. With a user, the view goes there. */
export type NotifyChange = (on: AtRepository, by: Pick<Invocation, 'silent'>, ...path: readonly string[]) => void;

export const changeNotifier =
  (changes: Changes, subject: Subject): NotifyChange =>
  ({ name: repository }, { silent }, ...path) =>
    changes.report({ subject, host: repository.host, repository, reveal: path, opens: !silent && path.length > 0 });
