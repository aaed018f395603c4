// Loaded before the tests by `npm run fuzz`: for properties that do not say how often they are tried.
import fc from 'fast-check';
import { runs } from './runs.ts';

fc.configureGlobal(runs(100));
