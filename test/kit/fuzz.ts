// Loaded before the tests by `npm run fuzz`: for properties without a number of runs of their own.
import fc from 'fast-check';
import { runs } from './runs.ts';

fc.configureGlobal(runs(100));
