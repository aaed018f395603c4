import { testManyRefs } from '../sidebar/manyRefs.ts';

describe('a repository with 50,000 branches and tags', () => testManyRefs(25_000));
