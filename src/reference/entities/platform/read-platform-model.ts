import type { CatalogueLocation, ReadCatalogue } from '../../contract.ts';
import type { EntityCatalogue } from '../model.ts';

export async function readPlatformModel(_location: CatalogueLocation): Promise<ReadCatalogue<EntityCatalogue> | null> {
  return null;
}
