export const SQUARE_METRES_PER_ACRE = 4046.8564224;

export const acresOf = (squareMetres: number) => squareMetres / SQUARE_METRES_PER_ACRE;
