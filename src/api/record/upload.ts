import * as v from 'valibot';
import { flag, word } from './decode.ts';

/** `full_path`: an address; `path`: below the web page of the host. Without `success` nothing was stored. */
export const Upload = v.object({ success: flag, path: word, full_path: word });
export type Upload = v.InferOutput<typeof Upload>;
