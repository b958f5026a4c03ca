/** The element of the layout in which the farmers' bar is drawn: outside the page, which comes and goes. */
export const FARMER_BAR_PLACE = 'farmer-bar-place';
