import { testManyRefs } from './manyRefs.ts';

describe('a repository with 300 branches and tags', () => testManyRefs(150));
