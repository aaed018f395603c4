import type { RecordParts } from '../../../documents/parts.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import type { Services } from '../../../services/services.ts';
import type { CommentParts, createCommentParts } from './parts.ts';

export const withComments =
  (services: Services<{ readonly createCommentParts: typeof createCommentParts }>, lifetime: Lifetime) =>
  async (parts: RecordParts): Promise<RecordParts & CommentParts> => {
    const { createCommentParts: create } = await services.load();
    const features = await services.loadHostFeatures();
    return { ...parts, ...create({ ...services, ...parts, features }, lifetime) };
  };
