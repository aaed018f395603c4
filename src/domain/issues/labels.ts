import type { Label } from '../../api/record/issue.ts';
import { Failure } from '../../core/errors.ts';
import { foldCase } from '../../core/text.ts';
import type { RepositoryName } from '../hosts/address.ts';
import type { Connection } from '../hosts/connections.ts';
import { confirmedChange, createOnce, creationAt } from '../hosts/creations.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';

interface LabelPlace {
  readonly connection: Connection;
  readonly name: RepositoryName;
}

/** Where the host has these operations. A label is found by its name. */
export class Labels {
  readonly #features: HostFeatures;

  constructor(features: HostFeatures) {
    this.#features = features;
  }

  /** GET …/labels, page by page. */
  async *pages({ connection, name }: LabelPlace, options: RequestOptions): AsyncGenerator<readonly Label[]> {
    const pages = connection.api.labels.list.all(inApi(name), options).pages();
    for (;;) {
      const { value } = await this.#features.call(connection, {
        operation: 'labels.list',
        page: pageOf({ connection, name }),
        send: () => pages.next(),
        find: (api) => api.repositories.get(inApi(name), options),
      });
      if (value === undefined) return;
      yield value.items;
    }
  }

  async *#listed(place: LabelPlace, options: RequestOptions): AsyncGenerator<{ readonly items: readonly Label[] }> {
    for await (const items of this.pages(place, options)) yield { items };
  }

  /** POST …/labels */
  async create(
    place: LabelPlace,
    label: { readonly name: string; readonly color?: string | undefined },
    options: RequestOptions,
  ): Promise<Label> {
    const { connection, name } = place;
    const { api } = connection;
    const creation = {
      ...creationAt(connection, name, 'labels'),
      sent: label,
      send: () =>
        this.#features.call(connection, {
          operation: 'labels.create',
          page: pageOf(place),
          send: () => api.labels.create({ ...inApi(name), ...label }, options),
          find: () => api.repositories.get(inApi(name), options),
        }),
      list: () => this.#listed(place, options),
      id: (one: Label) => foldCase(one.name),
      fits: (one: Label) => foldCase(one.name) === foldCase(label.name) && isColored(one, label.color),
    };
    const created = await createOnce(creation, options);
    return created ?? (await this.get(place, label.name, options));
  }

  /** PATCH …/labels/{original_name} */
  async edit(
    place: LabelPlace,
    name: string,
    change: { readonly name?: string | undefined; readonly color?: string | undefined },
    options: RequestOptions,
  ): Promise<Label> {
    const find = async (): Promise<Label | undefined> => {
      const label = await this.#find(place, change.name ?? name, options);
      return label !== undefined && isColored(label, change.color) ? label : undefined;
    };
    const edited = await confirmedChange(
      this.#features.call(place.connection, {
        operation: 'labels.edit',
        page: pageOf(place),
        send: (api) => api.labels.edit({ ...inApi(place.name), original_name: name, ...change }, options),
        find: () => this.get(place, name, options),
      }),
      find,
    );
    return edited ?? (await this.get(place, change.name ?? name, options));
  }

  /** DELETE …/labels/{name} */
  async remove(place: LabelPlace, name: string, options: RequestOptions): Promise<void> {
    await this.#features.call(place.connection, {
      operation: 'labels.remove',
      page: pageOf(place),
      send: (api) => api.labels.remove({ ...inApi(place.name), name }, options),
      find: () => this.get(place, name, options),
    });
  }

  /** @throws Failure `missing` */
  async get(place: LabelPlace, name: string, options: RequestOptions): Promise<Label> {
    const label = await this.#find(place, name, options);
    if (label === undefined) throw new Failure('missing', 'the label does not exist', { status: 404, about: [name] });
    return label;
  }

  async #find(place: LabelPlace, name: string, options: RequestOptions): Promise<Label | undefined> {
    for await (const labels of this.pages(place, options)) {
      const label = labels.find((one) => foldCase(one.name) === foldCase(name));
      if (label !== undefined) return label;
    }
    return undefined;
  }
}

const pageOf = ({ connection, name }: LabelPlace): string => webAddress(connection.host, name, 'labels');
const isColored = ({ color = '' }: Label, wanted: string | undefined): boolean =>
  wanted === undefined || foldCase(color.replace('#', '')) === foldCase(wanted.replace('#', ''));
