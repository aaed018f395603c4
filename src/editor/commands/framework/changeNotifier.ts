import type { Changes, Subject } from '../../kit/changes.ts';
import type { Invocation } from '../../kit/command.ts';
import type { AtRepository } from './declare.ts';

/**
 * Tells what a command changed in a list of its repository. `path` leads to the row, by the names, numbers or ids of the
 * rows down to it; where a person took part the view goes there.
 */
export type Tell = (on: AtRepository, by: Pick<Invocation, 'silent'>, ...path: readonly string[]) => void;

export const changeNotifier =
  (changes: Changes, subject: Subject): Tell =>
  ({ name: repository }, { silent }, ...path) =>
    changes.tell({ subject, host: repository.host, repository, reveal: path, opens: !silent && path.length > 0 });
