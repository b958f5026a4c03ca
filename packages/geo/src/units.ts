import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';

export const acresOf = (squareMetres: number) => squareMetres / SQUARE_METRES_PER_ACRE;
