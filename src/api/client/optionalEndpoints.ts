import { commits, issueComments, labels, ownKeys, refs } from '../endpoints/optional/more.ts';

/** The operations that only some hosts have. A host without one answers 404 or 405. */
export const optionalEndpoints = {
  issueComments,
  commits,
  refs,
  labels,
  ownKeys,
};
