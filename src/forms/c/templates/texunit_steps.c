/* Single steps of the design {NAME}, made by texunit c. They need no state. */
#include "{FILE}.h"
#include "arithmetic.h"

{STEP_ARITHMETIC}

{STEP_TABLES}
{STEP_FUNCTIONS}