// Single steps of {NAME} by DPI-C: the header says what each gives. Floats are the bits of float32.
package {FILE}_steps_pkg;
{STEP_IMPORTS}endpackage
