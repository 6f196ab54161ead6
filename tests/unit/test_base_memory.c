/* What is known of the machine's memory: small blocks always fit, those beyond any machine never.
 */
#include "base/base.h"
#include "check.h"

#include <unistd.h>

int main(void)
{
    CHECK(hs_memory_fits(0) && hs_memory_fits(1 << 20));
    if (access("/proc/meminfo", R_OK) == 0) {
        CHECK(!hs_memory_fits(SIZE_MAX / 4));
        CHECK(!hs_memory_fits((size_t)1 << 60));
    }
    return check_report();
}
