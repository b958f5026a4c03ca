/** Conversion factors to the stored units: litres, kilograms, tons, hectares, square metres. */

/** The acre from the definition of the sustainability score; the map uses the same. */
export const HECTARES_PER_ACRE = 0.40468564;
export const SQUARE_METRES_PER_HECTARE = 10_000;
export const SQUARE_METRES_PER_ACRE = HECTARES_PER_ACRE * SQUARE_METRES_PER_HECTARE;

export const LITRES_PER_CUBIC_METRE = 1000;
export const LITRES_PER_JERRYCAN = 20;
export const LITRES_PER_DRUM = 200;
/** A water lorry. */
export const LITRES_PER_TANKER = 10_000;

export const KILOGRAMS_PER_TON = 1000;
/** Bags of fertilizer or grain; the large bag is for grain. */
export const KILOGRAMS_PER_BAG = 50;
export const KILOGRAMS_PER_SMALL_BAG = 25;
export const KILOGRAMS_PER_LARGE_BAG = 90;
/** Manure or compost. */
export const KILOGRAMS_PER_WHEELBARROW = 50;
export const KILOGRAMS_PER_LORRY = 7000;
