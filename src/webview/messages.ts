import { isObject } from '../core/text.ts';
import type { PageUpdate, PictureUpdate } from '../domain/pages/update.ts';

export function isPictureUpdate(data: unknown): data is PictureUpdate {
  return isObject(data) && typeof data.path === 'string';
}

export function isPageUpdate(data: unknown): data is PageUpdate {
  return isObject(data) && isObject(data.sections);
}
