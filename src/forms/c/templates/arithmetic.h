/* What the sources need of a compiler. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "The arithmetic of floats must be that of IEEE 754: compile without -ffast-math"
#endif
#if FLT_EVAL_METHOD != 0
#error "Each step must be rounded at once: FLT_EVAL_METHOD must be 0"
#endif
