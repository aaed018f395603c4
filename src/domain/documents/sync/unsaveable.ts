import { Failure } from '../../../core/errors.ts';
import type { Problem } from '../text/problem.ts';

export class Unsaveable extends Failure {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const [first] = problems;
    super('invalid', `the text cannot be saved: ${first?.code ?? 'unknown'}`, {
      field: first?.key,
      reason: 'invalidRecordText',
    });
    this.problems = problems;
  }
}
