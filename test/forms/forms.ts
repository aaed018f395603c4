import { conversations } from './comments.ts';
import type { Form } from './kit.ts';
import { pullRequests } from './pullRequests.ts';
import { records } from './records.ts';
import { runs } from './runs.ts';

/** The answers by the name of the sample whose form they have, in the same order. */
export const forms: Readonly<Record<string, readonly Form[]>> = {
  ...pullRequests,
  ...conversations,
  ...records,
  ...runs,
};
